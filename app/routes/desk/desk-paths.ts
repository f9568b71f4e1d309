export const bottleList = "/desk/perfumes";
export const bottlePath = (id: number) => `${bottleList}/${id}`;
export const entryPath = (id: number) => `/desk/log?entry=${id}`;
export const personPath = (userId: string) => `/desk/people/${encodeURIComponent(userId)}`;
