import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type Groups, holdPlaces } from './hold-places.ts'
import './stable-list.css'

/** Nobody reads a new layout and aims within this time: a touch was meant for what stood there before. */
const settleMs = 1000
/** A mouse that lies on a list, or a focus that was left there, touches nothing any more after this time. */
const idleMs = 5000
/** What moves by less is still under the same finger. */
const tolerancePx = 8

export interface StableListOptions<Item> {
  /** Items that stay where they are also while nobody touches the list, such as one that was just answered. */
  pinned: ReadonlySet<string>
  /** What is shown in the place of an item that has gone while somebody touches the list. */
  whenGone(item: Item): Item
}

/**
 * Keeps a list of alarms from moving under a finger. While somebody touches it (a pointer that is down or
 * moves, or a key), items keep their places and new ones come last; it is put in order when nobody does. After each change
 * of its layout its buttons ignore touches for a second, but not the keyboard, whose focus moves along with its button.
 */
export function useStableList<Name extends string, Item extends { id: string }>(
  list: RefObject<HTMLElement | null>,
  groups: Groups<Name, Item>,
  { pinned, whenGone }: StableListOptions<Item>,
): { shown: Groups<Name, Item> } {
  const isTouched = useIsTouched(list)
  const last = useRef<Groups<Name, Item>>(undefined)
  const shown = last.current ? holdPlaces(last.current, groups, { isTouched, pinned, whenGone }) : groups
  useLayoutEffect(() => {
    last.current = shown
  })
  useHeldHeights(list, isTouched)
  useSettling(list)
  return { shown }
}

/** Keeps a card that says less than before from pulling up others, or more from stretching those beside it. */
function useHeldHeights(list: RefObject<HTMLElement | null>, isTouched: boolean): void {
  useLayoutEffect(() => {
    const element = list.current
    if (!element || !isTouched) return
    const cards = [...element.querySelectorAll<HTMLElement>('li.card')]
    const heights = cards.map(({ offsetHeight }) => offsetHeight)
    for (const [index, { style }] of cards.entries()) style.minHeight = `${heights[index]}px`
    element.dataset.held = ''
    return () => {
      for (const { style } of cards) style.minHeight = ''
      delete element.dataset.held
    }
  }, [list, isTouched])
}

/** Whether somebody touches an element, or did so within the last seconds. */
function useIsTouched(list: RefObject<HTMLElement | null>): boolean {
  const [isTouched, setTouched] = useState(false)
  useEffect(() => {
    const element = list.current
    if (!element) return
    let isDown = false
    let idle: ReturnType<typeof setTimeout> | undefined
    const touch = () => {
      setTouched(true)
      clearTimeout(idle)
      if (!isDown) idle = setTimeout(setTouched, idleMs, false)
    }
    const press = () => {
      isDown = true
      touch()
    }
    const lift = () => {
      if (!isDown) return
      isDown = false
      touch()
    }
    const leave = () => {
      if (isDown) return
      clearTimeout(idle)
      setTouched(false)
    }
    const within: [string, () => void][] = [
      ['pointerdown', press],
      ['pointermove', touch],
      ['keydown', touch],
      ['focusin', touch],
      ['mouseleave', leave],
    ]
    for (const [type, listener] of within) element.addEventListener(type, listener, { passive: true })
    // A finger may be lifted elsewhere, or begin to scroll.
    const ends = ['pointerup', 'pointercancel', 'blur']
    for (const type of ends) window.addEventListener(type, lift)
    return () => {
      clearTimeout(idle)
      for (const [type, listener] of within) element.removeEventListener(type, listener)
      for (const type of ends) window.removeEventListener(type, lift)
    }
  }, [list])
  return isTouched
}

const settling = new WeakMap<HTMLElement, ReturnType<typeof setTimeout>>()

/** Makes the buttons of an element ignore touches for a second. */
export function settle(element: HTMLElement): void {
  element.dataset.settling = ''
  clearTimeout(settling.get(element))
  settling.set(
    element,
    setTimeout(() => delete element.dataset.settling, settleMs),
  )
}

/**
 * Makes the buttons of an element ignore touches for a second after they appeared, moved or were pressed. It
 * changes the element itself, not its state: the list need not be drawn again for that.
 */
function useSettling(list: RefObject<HTMLElement | null>): void {
  const check = useRef<() => void>(undefined)
  // What moves a list is often drawn with it.
  useLayoutEffect(() => check.current?.())
  useEffect(() => {
    const element = list.current
    if (!element) return
    let places = placesOf(element)
    const look = () => {
      const before = places
      places = placesOf(element)
      if (haveMoved(before, places)) settle(element)
    }
    /** Whatever moved the list without a sign is noticed by the finger at the latest. */
    const guard = (event: PointerEvent | MouseEvent) => {
      look()
      // A click without a place is that of a keyboard or a screen reader.
      const isTouch = event.type !== 'click' || event.detail > 0
      const isOnButton = event.target instanceof Element && event.target.closest('button') !== null
      if (!isTouch || !isOnButton) return
      if (element.dataset.settling === undefined) {
        // Two taps in a row never answer two alarms.
        if (event.type === 'click') settle(element)
        return
      }
      event.preventDefault()
      event.stopPropagation()
    }
    check.current = look
    const sizes = new ResizeObserver(look)
    sizes.observe(element)
    sizes.observe(document.body)
    const touches = ['pointerdown', 'mousedown', 'click'] as const
    for (const type of touches) element.addEventListener(type, guard, { capture: true })
    element.addEventListener('pointerover', look)
    return () => {
      sizes.disconnect()
      for (const type of touches) element.removeEventListener(type, guard, { capture: true })
      element.removeEventListener('pointerover', look)
    }
  }, [list])
}

type Places = Map<Element, readonly [x: number, y: number]>

/** Returns where the buttons of an element are on the page, wherever it is scrolled to. */
const placesOf = (element: HTMLElement): Places =>
  new Map(
    [...element.querySelectorAll('button')].map((button) => {
      const { x, y } = button.getBoundingClientRect()
      return [button, [x + scrollX, y + scrollY]]
    }),
  )

const haveMoved = (before: Places, now: Places): boolean =>
  [...now].some(([button, [x, y]]) => {
    const [oldX = Number.NaN, oldY = Number.NaN] = before.get(button) ?? []
    return !(Math.abs(x - oldX) < tolerancePx && Math.abs(y - oldY) < tolerancePx)
  })
