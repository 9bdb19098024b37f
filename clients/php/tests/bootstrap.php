<?php

declare(strict_types=1);

require 'Psr/SimpleCache/autoload.php'; // Debian: php-psr-simple-cache
require __DIR__ . '/../autoload.php';
