import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Hold, Slot } from '../../../../../clients/javascript/src/medina.ts'
import { medina, queries } from '../../../api.ts'

/** The hold of a free time while a form is open. It is released when another time is held, or the form is closed. */
export function useHold() {
  const [hold, setHold] = useState<Hold>()
  const [isExtended, setExtended] = useState(false)
  const current = useRef<Hold>(undefined)
  const isClosed = useRef(false)
  const keep = (made: Hold | undefined) => {
    current.current = made
    setHold(made)
  }
  const release = async () => {
    const held = current.current
    keep(undefined)
    if (held) await medina.holds.release(held.id).catch(ignoreEnded)
  }
  const take = useMutation({
    mutationFn: async ({ doctorId, visitTypeId, startTime, placeId }: Slot) => {
      await release()
      const made = await medina.holds.create({ doctorId, visitTypeId, startTime, placeId })
      if (isClosed.current) await medina.holds.release(made.id)
      return made
    },
    onSuccess: (made) => {
      setExtended(false)
      keep(made)
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['slots'] }),
  })
  const extend = useMutation({
    mutationFn: async ({ id }: Hold) => medina.holds.extend(id),
    onSuccess: (extended) => {
      setExtended(true)
      keep(extended)
    },
    onError: () => keep(undefined),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the form is closed
  useEffect(() => {
    isClosed.current = false
    return () => {
      isClosed.current = true
      void release()
    }
  }, [])
  return {
    hold,
    isExtended,
    take,
    extend,
    /** Forgets a hold that the server has ended: with a booking, or because it expired. */
    forget: () => keep(undefined),
  }
}

/** A hold that has ended cannot be released. One that could not be released ends after five minutes. */
const ignoreEnded = (error: unknown): void => console.warn('The hold was not released.', error)
