export { testConfig as config } from 'contracts/testing';
