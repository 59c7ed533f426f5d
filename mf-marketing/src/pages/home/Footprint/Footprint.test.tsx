import { render, screen } from '@testing-library/react';
import { RemoteContext } from '@wholepage/remote-kit';
import { fill } from 'site/company-text';
import { testConfig as config, stubShell } from 'site/testing';
import { home } from '../../../content/home';
import { Footprint } from './Footprint';

test('says in words what is sewn into the map', () => {
  render(
    <RemoteContext value={{ config, shell: stubShell() }}>
      <Footprint />
    </RemoteContext>,
  );
  const sewn = home.footprint.notes.map((note) => fill(note, config.company));
  expect(screen.getAllByRole('listitem').map((note) => note.textContent)).toEqual(sewn);
  expect(sewn.join()).toContain(`No. ${config.company.since}`);
});
