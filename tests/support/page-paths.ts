export const textPages = [
  "/contact",
  "/notice",
  "/about",
  "/blog",
  "/legal-notice",
  "/privacy-policy",
  "/cookie-policy",
  "/blind",
];
