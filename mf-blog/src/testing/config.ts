import { testConfig } from 'site/testing';

/** The blog is on another host, so that prefixes show. */
export const config = { ...testConfig, hosts: { ...testConfig.hosts, blog: 'https://blog.example' } };
