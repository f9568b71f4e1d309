import { findProfile } from "#app/domain/accounts/profiles.ts";
import { currentUser, database, type RequestContext } from "../middleware/context.ts";

/** Name and address of the signed-in person; a visitor, or whoever cannot be read now, types them. */
export async function knownWriter(context: RequestContext) {
  const user = context.get(currentUser);
  const profile = user && (await findProfile(context.get(database), user.userId).catch(() => null));
  return profile ? { name: profile.fullName, email: profile.email } : undefined;
}
