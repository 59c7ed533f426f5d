/** Which command takes a release off that has just gone live. @param before what was live, if anything was */
export const wayBack = (app: string, version: string, before: string | null | undefined): string =>
  before && before !== version
    ? ` (before: ${before}). \`npm run rollback ${app}\` takes it back.`
    : `. \`npm run retire ${app}\` takes it off the site.`;
