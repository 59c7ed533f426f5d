import styles from './BrochureLink.module.css';

export interface BrochureLinkProps {
  /** Address of the PDF. */
  href: string;
  /** Subject of the brochure, for screen readers that read the link out of context. */
  about: string;
}

/** A link that downloads the brochure instead of opening it. */
export function BrochureLink({ href, about }: BrochureLinkProps) {
  return (
    <a
      className={styles.link}
      href={href}
      download
      type="application/pdf"
      data-unprinted
      aria-label={`Download Brochure: ${about} (PDF)`}
    >
      <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" className={styles.mark}>
        <path d="M5 3h9l5 5v13H5z" stroke="currentColor" strokeWidth="1.5" strokeDasharray="4 2" />
        <path d="M12 9v8m0 0l-3-3m3 3l3-3" stroke="currentColor" strokeWidth="1.75" />
      </svg>
      <span>Download Brochure</span>
    </a>
  );
}
