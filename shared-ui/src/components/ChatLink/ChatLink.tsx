import { chatHref } from 'site/company-text';
import type { Company } from 'site/config';

export interface ChatLinkProps {
  company: Pick<Company, 'chat'>;
  /** The subject of the page, with which the chat's message begins. */
  about?: string | undefined;
}

/** A link to a WhatsApp chat with the company, in a new window. */
export function ChatLink({ company, about }: ChatLinkProps) {
  const query = about ? `?text=${encodeURIComponent(`About ${about}: `)}` : '';
  return (
    <a href={chatHref(company.chat) + query} rel="noopener" target="_blank">
      WhatsApp<span className="visually-hidden"> (opens in a new window)</span>
    </a>
  );
}
