import type { FactName } from 'api-wire/office/facts';
import type { Company } from 'site/config';
import type { Navigation } from 'site/navigation';

function CompanyPreview({ company }: { company: Company }) {
  return (
    <>
      <h2>{company.name}</h2>
      <p>
        {company.phones.join(' · ')} · {company.email}
      </p>
      <p>{company.about}</p>
      <address className="message">{company.address.join('\n')}</address>
      {company.hours && <p className="message">{company.hours.join('\n')}</p>}
      <p>
        {company.social.map(({ name }) => name).join(' · ')} · {company.parentGroup} · since {company.since}
      </p>
    </>
  );
}

function MenuPreview({ navigation }: { navigation: Navigation }) {
  return (
    <>
      <h2>Menu</h2>
      <ul>
        {navigation.menu.map(({ label, href, sections = [] }) => (
          <li key={href + label}>
            {label} <code>{href}</code>
            {sections.map(({ title, links }) => (
              <p key={title} className="hint">
                {title}: {links.map((link) => link.label).join(' · ')}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </>
  );
}

/** The words of the frame as they will read, before they are saved. */
export function FactPreview({ name, value }: { name: FactName; value: unknown }) {
  return (
    <section className="sheet" aria-label="Preview">
      {name === 'company' ? (
        <CompanyPreview company={value as Company} />
      ) : (
        <MenuPreview navigation={value as Navigation} />
      )}
    </section>
  );
}
