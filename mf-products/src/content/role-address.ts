/** The address of a role on its sector's page, in the singular: "Boat crews" is at `#boat-crew`. */
export const roleAddress = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/([a-z]{3}[^s])s$/, '$1');
