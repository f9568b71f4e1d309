/** For a file that somebody sent: browsers treat it as a picture and nothing else, and other sites cannot embed it. */
export const asPictureOnly = {
  "Content-Type": "image/webp",
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'; sandbox",
  "Cross-Origin-Resource-Policy": "same-origin",
};
