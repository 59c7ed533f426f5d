import type { RenderTask } from '../render-task';

/** So many at most wait in a guest's own process for their turn; it is sent more when few are left, several in one message. */
const LARGEST = 10;
const FEW = 2;
/** A guest whose turns are longer is sent one piece of work at a time: another process may have the next. */
const QUICK_MS = 20;

/**
 * Fragments that a guest was sent while it computes another. The guest begins each as soon as the one before it is done, without a
 * way to the composer and back between them. When a turn is not over quickly, the rest is taken back.
 */
export class Ahead {
  private tasks: RenderTask[] = [];
  private isQuick = false;
  private isFilling = true;
  private turnBegan: number | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** @param onTakenBack called with what its guest will not begin now */
  constructor(private readonly onTakenBack: (tasks: readonly RenderTask[]) => void) {}

  get hasRoom(): boolean {
    if (this.tasks.length <= FEW) this.isFilling = true;
    if (this.tasks.length >= LARGEST) this.isFilling = false;
    return this.isQuick && this.isFilling;
  }

  add(task: RenderTask): void {
    this.tasks.push(task);
    if (this.tasks.length === 1) this.watch();
  }

  /** A turn is over. @returns the task whose turn it is now, if one was sent ahead */
  next(): RenderTask | undefined {
    if (this.turnBegan !== undefined) this.isQuick = performance.now() - this.turnBegan < QUICK_MS;
    return this.tasks.shift();
  }

  /** @param isTurn whether a task computes from now on */
  begin(isTurn: boolean): void {
    this.turnBegan = isTurn ? performance.now() : undefined;
    this.watch();
  }

  /** It is over before its turn came. */
  remove(task: RenderTask): void {
    this.tasks = this.tasks.filter((each) => each !== task);
  }

  close(): void {
    clearTimeout(this.timer);
    this.tasks = [];
  }

  private watch(): void {
    if (this.tasks.length === 0) return;
    if (this.timer) this.timer.refresh();
    else this.timer = setTimeout(() => this.takeBack(), QUICK_MS);
  }

  /** The turns of others may have ended meanwhile: then nothing waits. */
  private takeBack(): void {
    this.timer = undefined;
    if (this.tasks.length === 0) return;
    this.isQuick = false;
    this.onTakenBack(this.tasks.splice(0));
  }
}
