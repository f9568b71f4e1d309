import { arrivalFlows, leavingFlows, profileFlows } from "./account-flows.ts";
import { catalogFlows } from "./catalog-flows.ts";
import { communityFlows, suggestionFlows } from "./community-flows.ts";
import { type Flows, test } from "./flow-steps.ts";
import { messageFlows } from "./message-flows.ts";
import { translationsOf, twoLanguages } from "../support/translations.ts";

/** What one person does on the site, from the first search until the account is deleted. */
const story: Flows = {
  ...catalogFlows,
  ...suggestionFlows,
  ...arrivalFlows,
  ...communityFlows,
  ...messageFlows,
  ...profileFlows,
  ...leavingFlows,
};

for (const language of twoLanguages)
  test(`one person goes through every flow in ${language}`, ({ live }) =>
    live(story, translationsOf(language)));
