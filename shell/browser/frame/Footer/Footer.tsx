import type { PublicConfig } from 'site/config';
import { mailHref, telHref } from '../Header/contact-links';
import styles from './Footer.module.css';
import { SocialIcon } from './SocialIcon';

/** A capital is this much wider than a small letter, in small letters. */
const CAPITAL = 1.4;
/** How many small letters' width the signature holds on one line at its full size, and at a smaller one. */
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
  return (
    <footer className={styles.footer} data-ground="indigo" id="footer">
      <p className={styles.mark} data-length={lengthOf(company.name)} aria-hidden="true">
        {company.name}
      </p>
      <div className={styles.grid}>
        <section className={styles.about}>
          <h2>About Us</h2>
          <p>{company.about}</p>
          {navigation.footer.further && (
            <ul className={styles.further}>
              {navigation.footer.further.map((link) => (
                <li key={link.href}>
                  <a href={link.href}>{link.label}</a>
                </li>
              ))}
            </ul>
          )}
        </section>
        <nav aria-label="Quick Links">
          <h2>Quick Links</h2>
          <ul>
            {navigation.footer.quickLinks.map((link) => (
              <li key={link.label}>
                <a href={link.href}>{link.label}</a>
              </li>
            ))}
          </ul>
        </nav>
        <nav aria-label="Our Products">
          <h2>Our Products</h2>
          <ul>
            {navigation.footer.products.map((link) => (
              <li key={link.href}>
                <a href={link.href}>{link.label}</a>
              </li>
            ))}
          </ul>
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
              <a href={mailHref(company.email)}>{company.email}</a>
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
