import type { ComponentProps } from "react";
import { Head } from "./head.tsx";
import { Sections, TextPage } from "./prose.tsx";

interface Legal extends ComponentProps<typeof Sections> {
  title: string;
  description: string;
  lead: string;
  updated: string;
}

export function LegalPage({ title, description, lead, updated, sections, extra }: Legal) {
  return (
    <TextPage title={title} lead={lead}>
      <Head title={title} description={description} />
      <Sections sections={sections} extra={extra} />
      <p className="small soft">{updated}</p>
    </TextPage>
  );
}
