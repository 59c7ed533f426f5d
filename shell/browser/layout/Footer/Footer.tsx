import { telHref } from 'site/company-text';
import type { PublicConfig } from 'site/config';
import type { NavigationLink } from 'site/navigation';
import styles from './Footer.module.css';

/** Width of a capital, in small letters. */
const CAPITAL = 1.4;
/** Most small letters on one line of the signature, at full size and at a smaller size. */
const SHORT = 14;
const MEDIUM = 21;

const lengthOf = (name: string): 'short' | 'medium' | 'long' => {
  const capitals = name.match(/\p{Lu}/gu)?.length ?? 0;
  const width = name.length + capitals * (CAPITAL - 1);
  if (width <= SHORT) return 'short';
  return width <= MEDIUM ? 'medium' : 'long';
};

/** The care label at the end of every page. */
export function Footer({ config }: { config: PublicConfig }) {
  const { company, navigation } = config;
  const { further, quickLinks, products } = navigation.footer;
  return (
    <footer className={styles.footer} data-ground="indigo" id="footer">
      <p className={styles.mark} data-unprinted data-length={lengthOf(company.name)} aria-hidden="true">
        {company.name}
      </p>
      <div className={styles.grid} data-unprinted>
        <section className={styles.about}>
          <h2>About Us</h2>
          <p>{company.about}</p>
          {further && <Links links={further} className={styles.further} />}
        </section>
        <nav aria-label="Quick Links">
          <h2>Quick Links</h2>
          <Links links={quickLinks} />
        </nav>
        <nav aria-label="Our Products">
          <h2>Our Products</h2>
          <Links links={products} />
        </nav>
        <section>
          <h2>Visit the workshop</h2>
          <address className={styles.address}>
            {company.address.map((line) => (
              <span key={line}>{line}</span>
            ))}
          </address>
          <ul>
            {company.phones.map((phone) => (
              <li key={phone}>
                <a href={telHref(phone)}>{phone}</a>
              </li>
            ))}
            <li>
              <a href={`mailto:${company.email}`}>{company.email}</a>
            </li>
          </ul>
          <ul className={styles.social}>
            {company.social.map(({ name, url, icon }) => (
              <li key={name}>
                <a href={url} rel="noopener" target="_blank" aria-label={`${name} (opens in a new window)`}>
                  <SocialIcon name={icon} />
                </a>
              </li>
            ))}
          </ul>
        </section>
      </div>
      <p className={styles.copyright}>
        © {company.since}–{new Date().getFullYear()} {company.name}, {company.parentGroup}. All rights reserved.
      </p>
    </footer>
  );
}

export const Links = ({ links, className }: { links: readonly NavigationLink[]; className?: string | undefined }) => (
  <ul className={className}>
    {links.map(({ label, href }) => (
      <li key={`${label} ${href}`}>
        <a href={href}>{label}</a>
      </li>
    ))}
  </ul>
);

/** Line drawings of the networks' logos, by the `icon` in the company file. */
const PATHS: Record<string, string> = {
  instagram:
    'M7 3h10a4 4 0 0 1 4 4v10a4 4 0 0 1-4 4H7a4 4 0 0 1-4-4V7a4 4 0 0 1 4-4Zm5 5a4 4 0 1 0 0 8 4 4 0 0 0 0-8Zm5.2-1.6h.1',
  facebook:
    'M14.5 21v-8h3l.5-3.5h-3.5V7.4c0-1.2.5-1.9 2-1.9H18V2.6C17.600 2.500 16.700 2.400 15.700 2.400c-2.800 0-4.500 1.600-4.500 4.500v2.600H8V13h3.200v8',
  linkedin:
    'M4 9.500h3.500V20H4Zm1.800-5.300v.1M10.500 20V9.500H14v1.700c.6-1 1.700-2 3.400-2 2.500 0 3.600 1.600 3.600 4.300V20h-3.500v-6c0-1.500-.5-2.300-1.700-2.300-1.300 0-1.800 1-1.800 2.300v6Z',
  youtube:
    'M4 6.500C7 5.700 17 5.700 20 6.500c1.300 2.500 1.300 8.500 0 11-3 .8-13 .8-16 0-1.300-2.500-1.300-8.500 0-11Zm6.200 2.900v5.200l4.600-2.600Z',
  x: 'M4 4l16 16M20 4 4 20',
};

function SocialIcon({ name }: { name: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinejoin="round"
    >
      <path d={PATHS[name] ?? 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM3 12h18M12 3c5 5 5 13 0 18-5-5-5-13 0-18Z'} />
    </svg>
  );
}
