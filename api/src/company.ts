import { readFileSync } from 'node:fs';
import { companySchema } from 'contracts/config';
import { messageOf, StartError } from './errors';

/** What mails say about the owner of the site. */
export interface MailOwner {
  name: string;
  email: string;
}

/**
 * Reads name and e-mail of the company from the file that the whole site shares.
 * @throws StartError when the file is missing or wrong
 */
export function readCompany(file: string): MailOwner {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new StartError(
      `COMPANY_FILE ${file} cannot be read (${messageOf(error)}); point COMPANY_FILE at the company's details.`,
    );
  }
  const parsed = companySchema.pick({ name: true, email: true }).loose().safeParse(content);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new StartError(`COMPANY_FILE ${file} is wrong at ${issue?.path.join('.')}: ${issue?.message}.`);
  }
  return { name: parsed.data.name, email: parsed.data.email };
}
