/** Keeps the screen on. Returns a function that releases the lock. Browsers release it when the page is hidden. */
export function keepAwake(): () => void {
  let isWanted = true
  let lock: WakeLockSentinel | undefined
  const take = async () => {
    if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
    try {
      lock = await navigator.wakeLock.request('screen')
      if (!isWanted) await lock.release()
    } catch {
      // The system refuses, for example because of a low battery. The call continues.
    }
  }
  void take()
  document.addEventListener('visibilitychange', take)
  return () => {
    isWanted = false
    document.removeEventListener('visibilitychange', take)
    void lock?.release()
  }
}
