import type { MenuItem, Navigation, NavigationLink } from 'site/navigation';
import { TextField } from '../../components/TextField';
import { LinkRows } from './LinkRows';

interface FormProps {
  value: unknown;
  onChange(value: unknown): void;
}

const LINK: NavigationLink = { label: '', href: '/' };
const ITEM: MenuItem = { ...LINK, accent: false, sections: [] };

interface ItemProps {
  item: MenuItem;
  onChange(item: MenuItem): void;
}

/** What lies behind an item of the menu. */
function Sections({ item, onChange }: ItemProps) {
  const { sections } = item;
  return sections.map((section, at) => {
    const set = (patch: Partial<typeof section>) =>
      onChange({ ...item, sections: sections.map((one, index) => (index === at ? { ...one, ...patch } : one)) });
    return (
      <fieldset key={at}>
        <legend>
          {item.label}: {section.title}
        </legend>
        <TextField label="Title" value={section.title} required onChange={(title) => set({ title })} />
        <LinkRows of={`“${section.title}”`} links={section.links} empty={LINK} onChange={(links) => set({ links })} />
      </fieldset>
    );
  });
}

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
      {menu.map(
        (item, at) =>
          item.sections?.length > 0 && (
            <Sections
              key={item.href}
              item={item}
              onChange={(next) =>
                onChange({ ...navigation, menu: menu.map((one, index) => (index === at ? next : one)) })
              }
            />
          ),
      )}
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
