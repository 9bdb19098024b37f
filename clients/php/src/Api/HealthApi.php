<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Api;

use MedinaCare\Options;
use MedinaCare\Request;
use MedinaCare\Resource;
use MedinaCare\Types\ReadCacheHealthAnswer;
use MedinaCare\Types\ReadDatabaseHealthAnswer;
use MedinaCare\Types\ReadVideoHealthAnswer;

final class HealthApi extends Resource
{
    /**
     * Check that the process runs.
     *
     * Checks no other component.
     */
    public function get(?Options $options = null): \DateTimeImmutable
    {
        return $this->http->send(new Request(
            'GET',
            '/api/health',
            open: true,
            take: 'timestamp',
            kind: 'time',
            options: $options,
        ));
    }

    /**
     * Check whether a proxy should send requests to this server.
     *
     * Succeeds while the server accepts requests and the database accepts writes. Fails with `draining` before a stop, with `DRAIN_SEC`. Also answers during maintenance. Not rate limited.
     */
    public function getReadiness(?Options $options = null): \DateTimeImmutable
    {
        return $this->http->send(new Request(
            'GET',
            '/api/ready',
            open: true,
            take: 'timestamp',
            kind: 'time',
            options: $options,
        ));
    }

    /**
     * Check the health of the database.
     *
     * Fails unless it answers within 200 ms.
     */
    public function getDatabase(?Options $options = null): ReadDatabaseHealthAnswer
    {
        return $this->http->send(new Request(
            'GET',
            '/api/health/db',
            open: true,
            kind: ReadDatabaseHealthAnswer::class,
            options: $options,
        ));
    }

    /**
     * Check the health of the cache.
     *
     * Fails unless it answers within 50 ms.
     */
    public function getCache(?Options $options = null): ReadCacheHealthAnswer
    {
        return $this->http->send(new Request(
            'GET',
            '/api/health/cache',
            open: true,
            kind: ReadCacheHealthAnswer::class,
            options: $options,
        ));
    }

    /**
     * Check the health of the video provider.
     *
     * Fails unless it answers within 500 ms.
     */
    public function getVideo(?Options $options = null): ReadVideoHealthAnswer
    {
        return $this->http->send(new Request(
            'GET',
            '/api/health/video',
            open: true,
            kind: ReadVideoHealthAnswer::class,
            options: $options,
        ));
    }
}
