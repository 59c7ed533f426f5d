/** `tel:` and chat addresses from numbers as people write them. */
export const telHref = (phone: string): string => `tel:${phone.replace(/[^\d+]/g, '')}`;
export const mailHref = (email: string): string => `mailto:${email}`;
export const chatHref = (digits: string): string => `https://wa.me/${digits}`;
