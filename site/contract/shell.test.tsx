import type { HeadInput } from '@wholepage/contracts/head';
import type { MountProps, RemoteApp } from '@wholepage/contracts/mount';
import type { PublicConfig } from './config';
import type { ShellApi } from './shell';
import { stubShell, testConfig } from './testing';

/** What a remote built for contract 1 was promised, word for word. */
interface MountPropsOfContract1 {
  slot: HTMLElement;
  config: PublicConfig;
  data: unknown;
  shell: {
    openEnquiry(): void;
    alert(text: string): Promise<void>;
    toast(text: string): void;
    navigate(path: string): void;
    setHead(head: HeadInput): void;
  };
}

const oldRemote = {
  bootstrap: async () => {},
  async mount({ slot, config, shell }: MountPropsOfContract1) {
    slot.textContent = config.company.name;
    shell.setHead({ title: 'Of contract 1' });
  },
  async unmount({ slot }: MountPropsOfContract1) {
    slot.replaceChildren();
  },
} satisfies RemoteApp<PublicConfig, ShellApi>;

test('a remote of contract 1 takes what the shell of today gives it', async () => {
  const shell = stubShell();
  const slot = document.createElement('main');
  const props: MountProps<PublicConfig, ShellApi> = { slot, config: testConfig, data: undefined, shell };
  await oldRemote.mount(props);
  expect(slot).toHaveTextContent(testConfig.company.name);
  expect(shell.setHead).toHaveBeenCalledWith({ title: 'Of contract 1' });
  await oldRemote.unmount(props);
  expect(slot).toBeEmptyDOMElement();
});
