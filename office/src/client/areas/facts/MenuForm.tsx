import { TextField } from '@wholepage/staff-kit/browser/forms';
import type { MenuItem, Navigation, NavigationLink } from 'site/navigation';
import type { FormProps } from './CompanyForm';

type Put = (links: NavigationLink[]) => void;

const LINK: NavigationLink = { label: '', href: '/' };
const ITEM: MenuItem = { ...LINK, accent: false, sections: [] };

/** Form of the links in header, drawer and footer. The server checks them by the rules of navigation.json. */
export function MenuForm({ value, onChange }: FormProps) {
  // Values from the file or the office have passed the same checks.
  const navigation = value as Navigation;
  const { menu, footer } = navigation;
  const set = (patch: Partial<Navigation>) => onChange({ ...navigation, ...patch });
  const setFooter = (patch: Partial<Navigation['footer']>) => set({ footer: { ...footer, ...patch } });
  const lists: readonly (readonly [legend: string, of: string, links: NavigationLink[], put: Put])[] = [
    ['Foot of the page, quick links', 'the quick links', footer.quickLinks, (quickLinks) => setFooter({ quickLinks })],
    ['Foot of the page, products', 'the products', footer.products, (products) => setFooter({ products })],
    ['Ways on from a page that is not there', 'the ways on', navigation.lost, (lost) => set({ lost })],
  ];
  return (
    <>
      <p className="hint">{'{furnishings}'} stands for the name of the furnishings line.</p>
      <fieldset>
        <legend>Menu</legend>
        <LinkRows of="the menu" links={menu} empty={ITEM} onChange={(next) => set({ menu: next })} />
      </fieldset>
      {menu.map((item, at) => (
        <SectionForms key={at} item={item} onChange={(next) => set({ menu: menu.with(at, next) })} />
      ))}
      {lists.map(([legend, of, links, put]) => (
        <fieldset key={of}>
          <legend>{legend}</legend>
          <LinkRows of={of} links={links} empty={LINK} onChange={put} />
        </fieldset>
      ))}
    </>
  );
}

function SectionForms({ item, onChange }: { item: MenuItem; onChange(item: MenuItem): void }) {
  // The file omits empty lists.
  const { label, sections = [] } = item;
  const put = (next: MenuItem['sections']) => onChange({ ...item, sections: next });
  return (
    <fieldset>
      <legend>Behind “{label}”</legend>
      {sections.map((section, at) => {
        const set = (patch: Partial<typeof section>) => put(sections.with(at, { ...section, ...patch }));
        const name = section.title || `section ${at + 1}`;
        return (
          <fieldset key={at}>
            <legend>{name}</legend>
            <TextField label="Title" value={section.title} required onChange={(title) => set({ title })} />
            <LinkRows of={`“${name}”`} links={section.links} empty={LINK} onChange={(links) => set({ links })} />
            <div className="actions">
              <button type="button" className="quiet" onClick={() => put(sections.toSpliced(at, 1))}>
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

interface LinkRowsProps<Link extends NavigationLink> {
  /** Name of the list in the buttons' labels. */
  of: string;
  links: readonly Link[];
  empty: Link;
  onChange(links: Link[]): void;
}

function LinkRows<Link extends NavigationLink>({ of, links, empty, onChange }: LinkRowsProps<Link>) {
  return (
    <>
      {links.map((link, at) => (
        <div key={at} className="row">
          <TextField
            label="Text"
            value={link.label}
            required
            onChange={(label) => onChange(links.with(at, { ...link, label }))}
          />
          <TextField
            label="Path"
            value={link.href}
            required
            pattern="/(?!/).*"
            title="A path such as /contact"
            onChange={(href) => onChange(links.with(at, { ...link, href }))}
          />
          <div className="actions">
            <button
              type="button"
              aria-disabled={at === 0}
              aria-label={`Move ${link.label} up in ${of}`}
              onClick={({ currentTarget }) => {
                if (at === 0) return;
                onChange(links.toSpliced(at, 1).toSpliced(at - 1, 0, link));
                // The focus follows the link; otherwise a second press, on the link below, would move it back.
                const above = currentTarget.closest('.row')?.previousElementSibling;
                above?.querySelector('button')?.focus();
              }}
            >
              ↑
            </button>
            <button
              type="button"
              aria-label={`Remove ${link.label} from ${of}`}
              onClick={() => onChange(links.toSpliced(at, 1))}
            >
              Remove
            </button>
          </div>
        </div>
      ))}
      <button type="button" onClick={() => onChange([...links, empty])}>
        Add a link to {of}
      </button>
    </>
  );
}
