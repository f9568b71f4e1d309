import { createAvatarStore } from "../accounts/avatar-store.ts";
import { config } from "../config.ts";

/** The process's one store. */
export const avatarStore = createAvatarStore(config.uploadsFolder);
