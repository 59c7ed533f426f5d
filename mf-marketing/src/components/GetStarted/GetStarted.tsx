import { useRemote } from 'remote-kit';
import { EnquiryButton, type EnquiryButtonProps } from 'shared-ui/EnquiryButton';

/** The button that opens the enquiry modal, in the words that it carries everywhere. */
export function GetStarted({ variant = 'primary' }: Pick<EnquiryButtonProps, 'variant'>) {
  const { shell } = useRemote();
  return (
    <EnquiryButton variant={variant} onOpen={shell.openEnquiry}>
      Let's Get Started
    </EnquiryButton>
  );
}
