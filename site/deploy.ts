import type { SiteDeployment } from '@wholepage/contracts/site';

/** What production has to know of this site beyond its services. */
export const deploy: SiteDeployment = {
  // Each carries an id of its own, and is kept and mailed once.
  repeatable: {
    site: '/api/(save_\\w+\\.php|enrolments|v1\\.0/email/send(-form)?)',
    api: '/(save_\\w+\\.php|enrolments|api/v1\\.0/email/send(-form)?)',
  },
  settings: {
    DATABASE_URL: 'postgres://site:change-me@database:5432/site',
    SITE_ORIGINS: 'https://www.example.com',
    UPLOADS_URL: 's3://example-site/uploads',
    SMTP_URL: 'smtps://site:change-me@mail.example.com',
    PAYMENT_API_ORIGIN: 'https://api.razorpay.com',
    PAYMENT_CHECKOUT_URL: 'https://checkout.razorpay.com/v1/checkout.js',
    PAYMENT_KEY_ID: 'change-me',
    PAYMENT_KEY_SECRET: 'change-me',
    PAYMENT_WEBHOOK_SECRET: 'change-me',
    OFFICE_FILES_ORIGIN: 'https://office-files.example.com',
    OFFICE_API_SECRET: 'change-me-to-32-letters-or-more',
  },
};
