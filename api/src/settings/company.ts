import { readFileSync } from 'node:fs';
import { companySchema } from 'site/config';
import * as z from 'zod';
import { messageOf, StartError } from '../errors';

/** What mails say about the owner of the site. */
export interface MailOwner {
  name: string;
  email: string;
  /** Lines under a receipt: postal address and phone numbers, as written. */
  address: string[];
  phones: string[];
  /** Where the owner works, which mails to the owner link to; left out where there is no office. */
  officeOrigin?: string;
}

const mailOwnerSchema = companySchema
  .pick({ name: true, email: true })
  .extend({ address: z.array(z.string()).default([]), phones: z.array(z.string()).default([]) })
  .strip();

/**
 * Reads what mails say of the company from the file that the whole site shares.
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
  const parsed = mailOwnerSchema.safeParse(content);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new StartError(`COMPANY_FILE ${file} is wrong at ${issue?.path.join('.')}: ${issue?.message}.`);
  }
  return parsed.data;
}
