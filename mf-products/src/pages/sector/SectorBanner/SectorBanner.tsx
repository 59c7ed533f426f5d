import { useRemote } from '@wholepage/remote-kit';
import { Banner } from 'shared-ui/Banner';
import { EnquiryButton } from 'shared-ui/EnquiryButton';
import type { SiteEnvironment } from 'site/remote';
import { ButtonIcon } from '../../../components/ButtonIcon/ButtonIcon';
import type { SectorRecord } from '../../../content/records';
import type { Look } from '../looks';
import styles from './SectorBanner.module.css';

interface SectorBannerProps {
  record: SectorRecord;
  look: Look;
}

/** The opening, on the sector's own weave. */
export function SectorBanner({ record, look }: SectorBannerProps) {
  const { shell } = useRemote<SiteEnvironment>();
  const { banner, shared } = record.content;
  return (
    <div className={styles.weave} data-weave={banner.background} data-slug={record.slug}>
      <Banner
        variant={look.banner}
        heading={banner.heading}
        {...(record.product && { name: record.product.name })}
        text={banner.text}
        picture={banner.image}
        action={
          <EnquiryButton onOpen={shell.openEnquiry}>
            {shared.start} <ButtonIcon name={banner.buttonIcon} />
          </EnquiryButton>
        }
      />
    </div>
  );
}
