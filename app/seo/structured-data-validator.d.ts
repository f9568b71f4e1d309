/** The parts that we use of a package without types. */
declare module "@adobe/structured-data-validator" {
  interface Issue {
    issueMessage: string;
    severity: "ERROR" | "WARNING";
    /** from the top item to the invalid one */
    path: { type?: string; property?: string }[];
  }
  export default class Validator {
    validate(data: { jsonld: object }): Promise<Issue[]>;
  }
}
