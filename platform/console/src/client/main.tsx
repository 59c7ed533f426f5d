import { startClient } from '@wholepage/staff-kit/browser/staff';
import { Console } from './Console';
import './console.css';

startClient('console', () => <Console />);
