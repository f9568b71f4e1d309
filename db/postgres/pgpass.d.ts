declare module "pgpass" {
  interface Address {
    host: string;
    port: number;
    database: string | undefined;
    user: string | undefined;
  }
  export default function pgPass(
    address: Address,
    found: (password: string | undefined) => void,
  ): void;
}
