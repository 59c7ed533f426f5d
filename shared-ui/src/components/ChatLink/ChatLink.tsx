import { chatHref } from 'site/company-text';
import type { Company } from 'site/config';

export interface ChatLinkProps {
  company: Pick<Company, 'chat'>;
  /** What the visitor was looking at: the chat begins with it. */
  about?: string | undefined;
}

/** A chat with the company on WhatsApp, in a window of its own. */
export function ChatLink({ company, about }: ChatLinkProps) {
  const query = about ? `?text=${encodeURIComponent(`About ${about}: `)}` : '';
  return (
    <a href={chatHref(company.chat) + query} rel="noopener" target="_blank">
      WhatsApp<span className="visually-hidden"> (opens in a new window)</span>
    </a>
  );
}
