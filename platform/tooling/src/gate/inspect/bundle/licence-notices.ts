/** Licences that oblige who ships code to ship all of the sources, as their texts and notices name them. */
const NOTICE =
  /GNU (?:Affero |Lesser |Library )?General Public Licen[sc]e|SPDX-License-Identifier:\s*\(?(?:A|L)?GPL[-\w.]*|@licen[sc]e\s+\(?(?:A|L)?GPL[-\w. ]*|\b(?:A|L)?GPL(?:v|-| v| version )[23](?:\.\d)?\b/gi;

/** Where a choice of licences is offered, the free one is taken. */
const CHOICE = /\b(?:MIT|Apache|BSD|MPL|ISC)\b/;
const AROUND = 200;

/** Notices in a text that say it may not be shipped as it is. */
export function licenceNotices(text: string): string[] {
  const found = new Set<string>();
  for (const match of text.matchAll(NOTICE)) {
    const around = text.slice(Math.max(0, match.index - AROUND), match.index + match[0].length + AROUND);
    if (!CHOICE.test(around)) found.add(match[0].trim());
  }
  return [...found];
}
