/** The addresses of the pages of text and of the contact form, without a language. */
export const textPages = [
  "/contact",
  "/about",
  "/blog",
  "/legal-notice",
  "/privacy-policy",
  "/cookie-policy",
];
