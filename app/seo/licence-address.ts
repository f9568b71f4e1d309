/** Where people read a licence. @param id an SPDX identifier */
export function licenceAddress(id: string): string {
  return id === "CC0-1.0"
    ? "https://creativecommons.org/publicdomain/zero/1.0/"
    : `https://spdx.org/licenses/${id}.html`;
}
