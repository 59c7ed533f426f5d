import type { PageProps } from '@wholepage/remote-kit';
import { definePage } from 'site/remote';
import { Failed } from '../../components/Failed/Failed';
import { Waiting } from '../../components/Waiting/Waiting';
import { load, type SectorData } from './load';
import { NotFound } from './NotFound/NotFound';
import { Sector } from './Sector';

function Page({ state, data, retry }: PageProps<SectorData>) {
  if (state === 'failed') return <Failed retry={retry} />;
  if (!data) return <Waiting />;
  return 'record' in data ? <Sector record={data.record} /> : <NotFound {...data.missing} />;
}

export const page = definePage<SectorData>({ load, Page });
