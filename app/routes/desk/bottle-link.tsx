import type { BottleName } from "#app/domain/catalog/bottles.ts";
import { Link } from "#app/ui/link.tsx";
import { bottlePath } from "./desk-paths.ts";

export function BottleLink({ id, marca, nombre }: BottleName & { id: number }) {
  return <Link to={bottlePath(id)}>{`${marca} · ${nombre}`}</Link>;
}
