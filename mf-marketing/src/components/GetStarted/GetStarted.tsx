import { useRemote } from '@wholepage/remote-kit';
import { EnquiryButton, type EnquiryButtonProps } from 'shared-ui/EnquiryButton';
import type { SiteEnvironment } from 'site/remote';

/** The button that opens the enquiry modal, in the words that it carries everywhere. */
export function GetStarted({ variant = 'primary' }: Pick<EnquiryButtonProps, 'variant'>) {
  const { shell } = useRemote<SiteEnvironment>();
  return (
    <EnquiryButton variant={variant} onOpen={shell.openEnquiry}>
      Let's Get Started
    </EnquiryButton>
  );
}
