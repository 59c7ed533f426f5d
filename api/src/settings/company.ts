import { readFileSync } from 'node:fs';
import { eq } from 'drizzle-orm';
import { companySchema } from 'site/config';
import * as z from 'zod';
import type { Queries } from '../db/database';
import { siteFacts } from '../db/tables/schema';
import { messageOf, StartError } from '../errors';
import type { Config } from './config';

/** What mails say about the owner of the site. */
export interface MailOwner {
  name: string;
  /** The address that visitors read. */
  email: string;
  /** Lines under a receipt: postal address and phone numbers, as written. */
  address: string[];
  phones: string[];
  /** From whom mails go, and to whom those for the owner: enquiries among them. */
  mail: { from: string; to: string };
  /** Where the owner works, which mails to the owner link to; empty where there is no office. */
  officeOrigin: string;
}

/** The owner as of now. Ask for each mail: the office may have changed it a moment ago. */
export type OwnerSource = (queries: Queries) => Promise<MailOwner>;

const mailOwnerSchema = companySchema
  .pick({ name: true, email: true, mail: true })
  .extend({ address: z.array(z.string()).default([]), phones: z.array(z.string()).default([]) })
  .strip();

/**
 * Reads what mails say of the company from the file that the whole site shares.
 * @throws StartError when the file is missing or wrong
 */
function readCompanyFile(file: string) {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new StartError(`The company's details in ${file} cannot be read (${messageOf(error)}).`);
  }
  const parsed = mailOwnerSchema.safeParse(content);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new StartError(`The company's details in ${file} are wrong at ${issue?.path.join('.')}: ${issue?.message}.`);
  }
  return parsed.data;
}

type Settings = Pick<Config, 'companyFile' | 'officeOrigin'>;

/**
 * Where mails look the company up: what the office changed, or else the file, as pages do. A file that cannot be read any
 * more counts as it was.
 * @throws StartError when the file is missing or wrong from the start
 */
export function ownerSource({ companyFile, officeOrigin }: Settings, onTrouble: (text: string) => void): OwnerSource {
  let ofFile = readCompanyFile(companyFile);
  const read = () => {
    try {
      ofFile = readCompanyFile(companyFile);
    } catch (error) {
      onTrouble(messageOf(error));
    }
    return ofFile;
  };
  return async (queries) => {
    const [fact] = await queries.select().from(siteFacts).where(eq(siteFacts.name, 'company'));
    const { mail, ...company } = mailOwnerSchema.safeParse(fact?.value).data ?? read();
    const { email } = company;
    return {
      ...company,
      mail: { from: mail?.from ?? email, to: mail?.to ?? email },
      officeOrigin,
    };
  };
}
