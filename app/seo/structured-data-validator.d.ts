/** The part that we use of a package without types. */
declare module "@adobe/structured-data-validator" {
  interface Issue {
    issueMessage: string;
    severity: "ERROR" | "WARNING";
    /** from the item at the top to the one that is wrong */
    path: { type?: string; property?: string }[];
  }
  export default class Validator {
    validate(data: { jsonld: object }): Promise<Issue[]>;
  }
}
