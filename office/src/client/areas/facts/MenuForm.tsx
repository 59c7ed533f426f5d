import { TextField } from '@wholepage/staff-kit/browser/forms';
import type { MenuItem, Navigation, NavigationLink } from 'site/navigation';

interface FormProps {
  value: unknown;
  onChange(value: unknown): void;
}

const LINK: NavigationLink = { label: '', href: '/' };
const ITEM: MenuItem = { ...LINK, accent: false, sections: [] };

/** The links of header, drawer and footer. The server holds them against the checks of navigation.json. */
export function MenuForm({ value, onChange }: FormProps) {
  // What the file or the office holds has passed the same checks.
  const navigation = value as Navigation;
  const { menu, footer } = navigation;
  const setFooter = (patch: Partial<Navigation['footer']>) =>
    onChange({ ...navigation, footer: { ...footer, ...patch } });
  return (
    <>
      <p className="hint">{'{furnishings}'} stands for the name of the furnishings line.</p>
      <fieldset>
        <legend>Menu</legend>
        <LinkRows
          of="the menu"
          links={menu}
          empty={ITEM}
          onChange={(next) => onChange({ ...navigation, menu: next })}
        />
      </fieldset>
      {menu.map((item, at) => (
        <SectionForms
          key={at}
          item={item}
          onChange={(next) => onChange({ ...navigation, menu: menu.map((one, index) => (index === at ? next : one)) })}
        />
      ))}
      <fieldset>
        <legend>Foot of the page, quick links</legend>
        <LinkRows
          of="the quick links"
          links={footer.quickLinks}
          empty={LINK}
          onChange={(quickLinks) => setFooter({ quickLinks })}
        />
      </fieldset>
      <fieldset>
        <legend>Foot of the page, products</legend>
        <LinkRows
          of="the products"
          links={footer.products}
          empty={LINK}
          onChange={(products) => setFooter({ products })}
        />
      </fieldset>
      <fieldset>
        <legend>Ways on from a page that is not there</legend>
        <LinkRows
          of="the ways on"
          links={navigation.lost}
          empty={LINK}
          onChange={(lost) => onChange({ ...navigation, lost })}
        />
      </fieldset>
    </>
  );
}

interface SectionFormsProps {
  item: MenuItem;
  onChange(item: MenuItem): void;
}

/** The columns that open behind an item of the menu: changed, added, removed. */
function SectionForms({ item, onChange }: SectionFormsProps) {
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

interface LinkRowsProps<Link extends NavigationLink> {
  /** Names the list in the buttons. */
  of: string;
  links: readonly Link[];
  empty: Link;
  onChange(links: Link[]): void;
}

const swapped = <T,>(items: readonly T[], at: number): T[] => {
  const next = [...items];
  const [moved] = next.splice(at, 1);
  if (moved !== undefined) next.splice(at - 1, 0, moved);
  return next;
};

/** A list of links: changed, moved, added, removed. */
function LinkRows<Link extends NavigationLink>({ of, links, empty, onChange }: LinkRowsProps<Link>) {
  const set = (at: number, patch: Partial<NavigationLink>) =>
    onChange(links.map((link, index) => (index === at ? { ...link, ...patch } : link)));
  return (
    <>
      {links.map((link, at) => (
        <div key={at} className="row">
          <TextField label="Text" value={link.label} required onChange={(label) => set(at, { label })} />
          <TextField
            label="Path"
            value={link.href}
            required
            pattern="/(?!/).*"
            title="A path such as /contact"
            onChange={(href) => set(at, { href })}
          />
          <div className="actions">
            <button
              type="button"
              disabled={at === 0}
              aria-label={`Move ${link.label} up in ${of}`}
              onClick={() => onChange(swapped(links, at))}
            >
              ↑
            </button>
            <button
              type="button"
              aria-label={`Remove ${link.label} from ${of}`}
              onClick={() => onChange(links.filter((_link, index) => index !== at))}
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
