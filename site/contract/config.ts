import type { PublicConfig as PlatformConfig } from '@wholepage/contracts/mount';
import type { MailTemplate } from 'api-wire/forms';
import * as z from 'zod';
import type { Navigation } from './navigation';

/** A phone number as people write it, with or without a country code. */
const phone = z.string().regex(/^\+?\d(?:[ ()./-]*\d){6,14}$/, 'This must be a phone number, such as +91 44 5550 1973');

/** The company that the site belongs to. The owner edits `company.json`; apps are built without it. */
export const companySchema = z.strictObject({
  name: z.string().min(1),
  furnishingsLine: z.string().min(1),
  /** Description and keywords of pages that set none of their own. */
  description: z.string(),
  keywords: z.string(),
  about: z.string(),
  since: z.number().int(),
  /** The first number is in the top bar. Pages show numbers as written; links use the digits. */
  phones: z.tuple([phone, phone]),
  email: z.email(),
  /** Sender of the site's mails, and recipient of enquiries; default of both: `email`. Not public. */
  mail: z.strictObject({ from: z.email().optional(), to: z.email().optional() }).optional(),
  /** Number for the chat app, digits with country code. */
  chat: z.string().regex(/^\d{8,15}$/, 'This must be digits with the country’s code, such as 919840001973'),
  address: z.array(z.string()).min(1),
  /** Hours at which somebody answers, a line each. */
  hours: z.array(z.string().min(1)).min(1).max(7, 'There may be seven lines').optional(),
  parentGroup: z.string(),
  /** GST on courses, as far as the owner has stated it: rate in per cent, and whether prices without "+ GST" include it. */
  gst: z.strictObject({ rate: z.number().positive().max(100).optional(), included: z.boolean().optional() }).optional(),
  social: z.array(z.strictObject({ name: z.string(), url: z.url({ protocol: /^https?$/ }), icon: z.string() })),
});

export type Company = z.output<typeof companySchema>;

/** Time zone of all times that the site's staff read and write. */
export const TIME_ZONE = 'Asia/Kolkata';

/**
 * Settings that the browser may know, given at run time by the composer.
 * Hosts are prefixes without a trailing slash: `/api` by default, `https://forms.example` for other hosts.
 */
export interface PublicConfig extends PlatformConfig {
  company: Company;
  /** Links of the layout, with the company's details filled in. */
  navigation: Navigation;
  hosts: {
    /** `POST {forms}/save_home_form.php`, `/save_modal_form.php`, `/save_form.php` */
    forms: string;
    /** `POST {studio}/save_inspiration.php` */
    studio: string;
    /** `GET {blog}/formdata/api_blog_list.php`, `/formdata/api_blog_show.php`; also the prefix of cover paths */
    blog: string;
    /** `POST {courses}/create_order.php`, `/confirm_payment.php` */
    courses: string;
  };
  emailjs: {
    /** Empty: the site's own origin. */
    origin: string;
    publicKey: string;
    serviceId: string;
    templates: Readonly<Record<MailTemplate, string>>;
  };
  payment: {
    /** The provider's public key id. */
    keyId: string;
    /** Address of the provider's checkout script, loaded only when someone pays. */
    checkoutUrl: string;
  };
}
