import type { NavigationLink } from 'site/navigation';
import { TextField } from '../../components/fields/TextField';

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
export function LinkRows<Link extends NavigationLink>({ of, links, empty, onChange }: LinkRowsProps<Link>) {
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
