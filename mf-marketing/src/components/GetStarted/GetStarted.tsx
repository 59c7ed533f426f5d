import { useRemote } from '@wholepage/remote-kit';
import { EnquiryButton } from 'shared-ui/EnquiryButton';
import type { SiteEnvironment } from 'site/remote';

/** The button that opens the enquiry modal, with the same label everywhere. */
export function GetStarted() {
  const { shell } = useRemote<SiteEnvironment>();
  return <EnquiryButton onOpen={shell.openEnquiry}>Let's Get Started</EnquiryButton>;
}
