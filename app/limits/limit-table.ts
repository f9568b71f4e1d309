const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** `points` actions per window of `duration` seconds; the first action opens the window (RULES.md 12.9). */
export const limits = {
  failedSignInsOfAccount: { points: 10, duration: 3 * minute },
  failedSignInsOfClient: { points: 30, duration: hour },
  failedSignInsOfNetwork: { points: 100, duration: hour },
  failedSignInsOfWideNetwork: { points: 120, duration: hour },
  failedSignInsOfSession: { points: 10, duration: 3 * minute },
  wrongCodes: { points: 10, duration: hour },
  wrongCodesInADay: { points: 30, duration: day },
  wrongRecoveryCodes: { points: 10, duration: hour },
  wrongCodesUnreported: { points: 8, duration: day },
  wrongCodeWarnings: { points: 1, duration: day },

  signUps: { points: 5, duration: hour },
  resets: { points: 5, duration: hour },
  resends: { points: 5, duration: hour },
  emailsToMailbox: { points: 5, duration: day },
  resetsOfPlace: { points: 5, duration: day },
  emailsOfNetwork: { points: 50, duration: hour },
  emailsOfWideNetwork: { points: 60, duration: hour },
  emailsOfSite: { points: 1000, duration: hour },
  emailsOfBusyNetworks: { points: 800, duration: hour },
  firstEmailsOfNetwork: { points: 3, duration: hour },

  messagesOfUser: { points: 5, duration: day },
  messagesOfClient: { points: 5, duration: 10 * minute },
  messagesOfClientInADay: { points: 20, duration: day },
  messagesOfNetwork: { points: 50, duration: hour },
  messagesOfWideNetwork: { points: 60, duration: hour },
  messagesOfSite: { points: 2000, duration: hour },
  messagesOfBusyNetworks: { points: 1600, duration: hour },
  firstMessagesOfNetwork: { points: 3, duration: hour },
  messagesEmailed: { points: 250, duration: hour },
  emailsAboutWaiting: { points: 1, duration: hour },

  suggestionsOfUser: { points: 10, duration: day },
  suggestionsOfClient: { points: 5, duration: 10 * minute },
  suggestionsOfClientInADay: { points: 20, duration: day },
  suggestionsOfNetwork: { points: 50, duration: hour },
  suggestionsOfWideNetwork: { points: 60, duration: hour },

  reviews: { points: 20, duration: day },
  reports: { points: 20, duration: day },
  blindTests: { points: 20, duration: day },
  drafts: { points: 20, duration: hour },
  draftsOfNetwork: { points: 50, duration: hour },
  draftsOfWideNetwork: { points: 60, duration: hour },

  pricesOfUser: { points: 10, duration: day },
  pricesOfClient: { points: 3, duration: day },
  pricesOfNetwork: { points: 50, duration: hour },
  pricesOfWideNetwork: { points: 60, duration: hour },
  goneOfUser: { points: 20, duration: day },
  shelfOfUser: { points: 60, duration: minute },
  shelfOfClient: { points: 60, duration: minute },

  /** RULES.md 15.4: far above one request after the other */
  readsOfNetwork: { points: 1500, duration: minute },
  readsOfWideNetwork: { points: 3000, duration: minute },

  actionsOfUser: { points: 30, duration: minute },
  mistakes: { points: 60, duration: hour },
  mistakesOfNetwork: { points: 100, duration: hour },
  mistakesOfWideNetwork: { points: 120, duration: hour },
} satisfies Record<string, { points: number; duration: number }>;

export type Limit = keyof typeof limits;
