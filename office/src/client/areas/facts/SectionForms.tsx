import type { MenuItem, NavigationLink } from 'site/navigation';
import { TextField } from '../../components/fields/TextField';
import { LinkRows } from './LinkRows';

const LINK: NavigationLink = { label: '', href: '/' };

interface SectionFormsProps {
  item: MenuItem;
  onChange(item: MenuItem): void;
}

/** The columns that open behind an item of the menu: changed, added, removed. */
export function SectionForms({ item, onChange }: SectionFormsProps) {
  // The file leaves out what is empty.
  const { label, sections = [] } = item;
  const put = (next: MenuItem['sections']) => onChange({ ...item, sections: next });
  return (
    <fieldset>
      <legend>Behind “{label}”</legend>
      {sections.map((section, at) => {
        const set = (patch: Partial<typeof section>) =>
          put(sections.map((one, index) => (index === at ? { ...one, ...patch } : one)));
        const name = section.title || `section ${at + 1}`;
        return (
          <fieldset key={at}>
            <legend>{name}</legend>
            <TextField label="Title" value={section.title} required onChange={(title) => set({ title })} />
            <LinkRows of={`“${name}”`} links={section.links} empty={LINK} onChange={(links) => set({ links })} />
            <div className="actions">
              <button
                type="button"
                className="quiet"
                onClick={() => put(sections.filter((_one, index) => index !== at))}
              >
                Remove the section “{name}”
              </button>
            </div>
          </fieldset>
        );
      })}
      <button type="button" onClick={() => put([...sections, { title: '', numbered: false, links: [LINK] }])}>
        Add a section behind “{label}”
      </button>
    </fieldset>
  );
}
