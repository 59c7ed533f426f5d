import type { MenuItem, Navigation, NavigationLink } from 'site/navigation';
import { LinkRows } from './LinkRows';
import { SectionForms } from './SectionForms';

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
