import type { OrderStatus } from '../orders/order-state';
import type { Enrolment } from './save';

/** How far an enrolment is: the state of its order, or where it stopped before there was one that counts. */
export type EnrolmentStatus = 'started' | 'abandoned' | OrderStatus;

/** An enrolment with what became of it. Amounts are paise. */
export interface EnrolmentRecord {
  id: string;
  created_at: Date;
  name: string;
  email: string;
  phone: string;
  course: Enrolment['course'];
  course_label: string;
  notice: string | null;
  status: EnrolmentStatus;
  amount: number;
  /** What is here of all its payments, without what went back. */
  paid: number;
  /** One payment too many: one is to be refunded. */
  paid_twice: boolean;
  /** As the payment itself tells it. */
  refunded: number;
  order_id: string | null;
  provider_order_id: string | null;
  payment_id: string | null;
}
