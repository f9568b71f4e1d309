/** The fields of a message to the operators. */
export const messageForm = (message: string, more: Record<string, string> = {}) => ({
  name: "Ana",
  email: "ana@example.org",
  message,
  privacyAccepted: "on",
  ...more,
});
