import { testConfig } from 'site/testing';

/** A config with the blog on another host, so that tests see its prefix. */
export const config = { ...testConfig, hosts: { ...testConfig.hosts, blog: 'https://blog.example' } };
