/** What the journeys' server signs cookies with, so that a test can make a session (members.ts). */
export const sessionSecret = "a secret of the journeys that is long enough";
