/** Signs the journeys' cookies, so that a test can create a session (members.ts). */
export const sessionSecret = "a secret of the journeys that is long enough";
