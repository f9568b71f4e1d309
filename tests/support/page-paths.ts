/** The addresses of the pages of text and of the forms to write to us, without a language. */
export const textPages = [
  "/contact",
  "/notice",
  "/about",
  "/blog",
  "/legal-notice",
  "/privacy-policy",
  "/cookie-policy",
];
